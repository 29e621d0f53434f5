-- Whether the person who gave the consent administers the payroll and is the one who is paid. Null if it is not known.
alter table accounts add column self_administered boolean;
