-- Mail is sent by tasks from here on; what waits already gets its task.
insert into tasks (client_id, kind, lane, input)
  select client_id, 'mail.send', 'mail', jsonb_build_object('mail_id', id) from outgoing_mails;
drop index outgoing_mails_due;
-- squawk-ignore ban-drop-column
alter table outgoing_mails drop column attempts, drop column due_at;
