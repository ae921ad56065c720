"""Sheets of Excel and LibreOffice. Needs openpyxl, odfpy and xlwt; what it wrote is in the repository."""

import datetime

from people import people
from tables import CASES

HEADER = ["name", "date of birth", "sex", "postcode", "weight", "diagnosis"]


def rows():
    """People with cells of each type."""
    return [[f"{p['given']} {p['family']}", p["born"], p["sex"], p["postcode"], 50 + p["draw"].below(500) / 10, p["diagnosis"]] for p in people(40)]


def folder(case):
    """The folder of a case."""
    (CASES / case).mkdir(parents=True, exist_ok=True)
    return CASES / case


def write():
    """All of them. Times of writing are set, so that a further run gives the same cells."""
    import odf.opendocument
    import odf.style
    import odf.table
    import odf.text
    import openpyxl
    import xlwt

    book = openpyxl.Workbook()
    book.active.title = "people"
    for row in [HEADER, *rows()]:
        book.active.append(row)
    book.create_sheet("about").append(["made for tests"])
    book.save(folder("sheet-xlsx") / "people.xlsx")

    book = openpyxl.Workbook()
    book.active.append(["made for tests"])
    sheet = book.create_sheet("people")
    for row in [HEADER, *rows()]:
        sheet.append(row)
    book.save(folder("sheet-xlsx-second") / "people.xlsx")

    book = openpyxl.Workbook()
    for row in [["Patients of the example clinic"], ["As of 1 March 2025"], [], *([None, *r] for r in [HEADER, *rows()])]:
        book.active.append(row)
    book.save(folder("sheet-xlsx-title") / "people.xlsx")

    old = xlwt.Workbook()
    sheet, day = old.add_sheet("people"), xlwt.easyxf(num_format_str="YYYY-MM-DD")
    for number, row in enumerate([HEADER, *rows()]):
        for column, cell in enumerate(row):
            sheet.write(number, column, cell, day if isinstance(cell, datetime.date) else xlwt.Style.default_style)
    old.save(str(folder("sheet-xls") / "people.xls"))

    document = odf.opendocument.OpenDocumentSpreadsheet()
    table = odf.table.Table(name="people")
    for row in [HEADER, *rows()]:
        line = odf.table.TableRow()
        for cell in row:
            if isinstance(cell, datetime.date):
                it = odf.table.TableCell(valuetype="date", datevalue=cell.isoformat())
            elif isinstance(cell, float):
                it = odf.table.TableCell(valuetype="float", value=cell)
            else:
                it = odf.table.TableCell(valuetype="string")
            it.addElement(odf.text.P(text=str(cell)))
            line.addElement(it)
        table.addElement(line)
    document.spreadsheet.addElement(table)
    document.save(str(folder("sheet-ods") / "people.ods"))
