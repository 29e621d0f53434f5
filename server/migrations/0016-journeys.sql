-- What names a journey in addresses once its code has been exchanged: public, and good for nothing but finding the page.
-- The default differs for each row, so the table is written anew; links live seven days, there are few.
-- squawk-ignore adding-field-with-default
alter table journey_links add column id uuid not null default gen_random_uuid();
-- squawk-ignore require-concurrent-index-creation
create unique index journey_links_id on journey_links (id);

-- The journey that a person left for an OAuth2 provider, if it was ours: there they come back to.
alter table oauth2_journeys add column journey_id uuid;

-- frame_origins: the pages that may show the journey in a frame.
alter table configurations add column brand_colour text;
alter table configurations add column frame_origins text[];
