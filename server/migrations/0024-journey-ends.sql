-- When the person left the journey, or when the expiry of its link was recorded. The event journey-ended is published once, by the
-- transaction that sets this. Older processes leave it null.
alter table journey_links add column ended_at timestamptz;
