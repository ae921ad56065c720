//! The few Spark Connect plans that we send: a query, a command, a view of a table of ours, a schema.

use spark_connect_proto::{
    Command, CreateDataFrameViewCommand, LocalRelation, Plan, Relation, Sql, SqlCommand, command, plan, relation,
};

/// Rows that a statement gives.
pub fn query(statement: &str) -> Plan {
    Plan { op_type: Some(plan::OpType::Root(sql(statement))) }
}

/// A statement that does something; it runs once, on the server.
pub fn command(statement: &str) -> Plan {
    let command = SqlCommand { input: Some(sql(statement)), ..SqlCommand::default() };
    commanded(command::CommandType::SqlCommand(command))
}

/// Makes a table, as bytes of an Arrow stream, a temporary view; the name is quoted.
pub fn view(name: String, stream: Vec<u8>) -> Plan {
    let table = LocalRelation { data: Some(stream.into()), schema: None };
    let input = Relation { rel_type: Some(relation::RelType::LocalRelation(table)), common: None };
    let view = CreateDataFrameViewCommand { input: Some(input), name, is_global: false, replace: true };
    commanded(command::CommandType::CreateDataframeView(view))
}

fn commanded(command: command::CommandType) -> Plan {
    Plan { op_type: Some(plan::OpType::Command(Command { command_type: Some(command) })) }
}

fn sql(statement: &str) -> Relation {
    let sql = Sql { query: statement.into(), ..Sql::default() };
    Relation { rel_type: Some(relation::RelType::Sql(sql)), common: None }
}
