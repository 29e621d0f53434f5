-- A new version of the cell key is announced before it is used, so that every process knows it by then.
alter table cell_keys add column active_from timestamptz not null default now();
-- Rotating the cell key seals them again.
grant update on carried_peppers to payproof_system;
