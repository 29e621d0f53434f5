-- Facts about the client that the consent and sign-in screens of the journey show. Null: not set, and not shown.
alter table configurations
  add column data_purpose text,
  add column data_purpose_cy text,
  add column data_retention_months integer,
  add column privacy_notice_url text,
  add column contact_email text,
  add column contact_phone text,
  add column fca_number text,
  add column ico_number text;

-- translations: [{ language, name, authorisation_text }]. As immutable as the English text beside them. accepted_language: the text that
-- the person saw; rows of older releases are English.
alter table authorisation_terms add column translations jsonb not null default '[]';
alter table authorisations add column accepted_language text not null default 'en' check (accepted_language in ('en', 'cy'));

-- The system terms in Welsh, for clients that exist already; new clients get the same from system-terms.ts.
alter table authorisation_terms no force row level security;
update authorisation_terms set translations = jsonb_build_array(jsonb_build_object(
    'language', 'cy',
    'name', case authorisation_category when 'one_time' then 'Rhannu fy incwm unwaith' else 'Dal ati i rannu fy incwm' end,
    'authorisation_text',
    'Rwy’n cytuno y caiff Payproof, ar ran y sefydliad a’m hanfonodd yma, gysylltu â’r ffynhonnell a ddewisaf (fy narparwr cyflogres, yr awdurdod treth, neu ddogfennau rwy’n eu lanlwytho) a darllen fy nata incwm a chyflogaeth: pwy sy’n fy nghyflogi, beth rwy’n cael fy nhalu, beth sy’n cael ei ddidynnu, a’r manylion personol sydd wedi’u hargraffu wrth ei ymyl.'
    || E'\n\n'
    || case authorisation_category
      when 'one_time' then 'Am un tro y mae’r cytundeb hwn: daw i ben 24 awr ar ôl i mi ei dderbyn.'
      else 'Mae’r cytundeb hwn yn para nes i mi ei dynnu’n ôl: gellir darllen slipiau cyflog newydd eto ar adegau rheolaidd heb ofyn i mi bob tro.'
    end
    || E'\n\n'
    || 'Defnyddir y data i wirio fy incwm ar gyfer y sefydliad hwnnw yn unig. Defnyddir y cyfrineiriau rwy’n eu rhoi unwaith yn unig ac ni chânt eu cadw. Gallaf dynnu’r cytundeb hwn yn ôl ar unrhyw adeg, gweld beth a rannwyd, a gofyn iddo gael ei ddileu.'))
  where is_system_term;
alter table authorisation_terms force row level security;
