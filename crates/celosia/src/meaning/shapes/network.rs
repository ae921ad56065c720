//! Addresses in networks: mail, web, IP, MAC, UUID, telephone.

use std::net::{IpAddr, Ipv4Addr};

/// `local@domain.top`.
pub fn is_mail(value: &str) -> bool {
    let Some((local, domain)) = value.split_once('@') else { return false };
    let plain = |text: &str| !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == '@');
    let top = domain.rsplit('.').next().unwrap_or_default();
    plain(local) && plain(domain) && domain.contains('.') && top.len() >= 2 && top.chars().all(char::is_alphabetic)
}

/// `https://…`, `www.…`.
pub fn is_url(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    let rest = ["http://", "https://", "ftp://", "www."].iter().find_map(|start| value.strip_prefix(start));
    rest.is_some_and(|rest| rest.contains('.') && !rest.contains(char::is_whitespace))
}

/// An address of version 4 or 6, also with the length of its net.
pub fn is_ip(value: &str) -> bool {
    let address = value.split('/').next().unwrap_or_default();
    // "446.426.917" has three parts, and "::" alone is a mark of something else.
    match address.parse::<IpAddr>() {
        Ok(IpAddr::V4(address)) => address != Ipv4Addr::UNSPECIFIED,
        Ok(IpAddr::V6(_)) => address.len() > 4,
        Err(_) => false,
    }
}

/// Six pairs of hexadecimal digits.
pub fn is_mac(value: &str) -> bool {
    [':', '-'].iter().any(|mark| {
        let pairs: Vec<&str> = value.split(*mark).collect();
        pairs.len() == 6 && pairs.iter().all(|pair| pair.len() == 2 && pair.bytes().all(|b| b.is_ascii_hexdigit()))
    })
}

/// Thirty-two hexadecimal digits in five groups.
pub fn is_uuid(value: &str) -> bool {
    let groups: Vec<&str> = value.trim_matches(['{', '}']).split('-').collect();
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups.iter().all(|group| group.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Digits as people write numbers to call: with a plus, with an area code in brackets, or in groups that no date and no number
/// has. Plain digits are left to the column's name.
pub fn is_phone(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let marks = value.chars().all(|c| c.is_ascii_digit() || " +-()./".contains(c));
    let bare = value.trim_start_matches('+');
    let lengths = || bare.split([' ', '-', '.', '(', ')', '/']).filter(|group| !group.is_empty()).map(str::len);
    // 555-123-4567 and 01.23.45.67.89.
    let grouped = lengths().eq([3, 3, 4]) || lengths().count() == 5 && lengths().all(|length| length == 2);
    marks && (7..=15).contains(&digits) && (value.starts_with('+') || grouped || value.starts_with('(') && digits >= 9)
}
