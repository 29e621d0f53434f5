-- What was read from an uploaded file before the person sent it, sealed with the user's key. Null: not read yet.
alter table uploads add column sealed_reading bytea;
