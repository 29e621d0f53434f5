-- What was read from an uploaded file before the person sent it, sealed with the user's key. Null: not read yet.
alter table uploads add column sealed_reading bytea;

-- The client's answer to what a person wrote about their data, sealed with the user's key.
alter table journey_notes
  add column sealed_answer bytea,
  add column answered_at timestamptz;
