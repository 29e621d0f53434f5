-- Which trace a task or an event belongs to (W3C traceparent), so that one trace goes on in another process, perhaps days
-- later. Random numbers that say nothing of anybody; null while tracing is off. The transaction says it once
-- (app.trace, platform/database), so no statement that writes here has to know of it.
-- The default is set apart from the column: no row that is there is touched.
alter table tasks add column trace text;
alter table tasks alter column trace set default nullif(current_setting('app.trace', true), '');
alter table events add column trace text;
alter table events alter column trace set default nullif(current_setting('app.trace', true), '');
