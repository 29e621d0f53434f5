import type { Configuration } from '@payproof/sdk'
import type { ReactNode } from 'react'
import { Check } from '../../ui/check.tsx'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import { isSandbox } from '../environment.ts'

type Props = { saved: Configuration; errorOf: (name: string) => string | undefined }

const frequencies = [
  { value: '', label: 'Not set' },
  ...(isSandbox ? [{ value: 'HOURLY', label: 'Every hour (sandbox only)' }] : []),
  { value: 'WEEKLY', label: 'Every week' },
  { value: 'MONTHLY', label: 'Every month' },
]

const consentLayouts = [
  { value: '', label: 'List' },
  { value: 'questions', label: 'Questions and answers' },
  { value: 'test', label: 'Test both' },
]

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="panel section">
    <legend>{title}</legend>
    {children}
  </fieldset>
)

/** Form sections with all client settings. */
export const Sections = ({ saved, errorOf }: Props) => (
  <>
    <Section title="Your brand">
      <Field
        label="Name shown to people"
        name="client_display_name"
        defaultValue={saved.client_display_name ?? ''}
        error={errorOf('client_display_name')}
      />
      <Field
        label="Colour"
        name="brand_colour"
        placeholder="#1f4fd8"
        hint="For example #1a6b3c. The journey adjusts it if text would be hard to read."
        defaultValue={saved.brand_colour ?? ''}
        error={errorOf('brand_colour')}
      />
      <Field
        label="Logo"
        name="client_logo"
        hint="URL of a PNG, JPEG, WebP or SVG image. We serve a copy, so that the image host does not learn who applies."
        defaultValue={saved.client_logo ?? ''}
        error={errorOf('client_logo')}
      />
    </Section>
    <Section title="What people read before they agree">
      <SelectField
        label="Layout of the consent screen"
        name="consent_layout"
        options={consentLayouts}
        hint="A test shows each layout to half of your journeys. The overview compares how many people agree."
        defaultValue={saved.consent_layout === 'list' ? '' : (saved.consent_layout ?? '')}
        error={errorOf('consent_layout')}
      />
      <Field
        label="Why you ask for the data"
        name="data_purpose"
        hint="A sentence, such as: To decide on your loan application."
        defaultValue={saved.data_purpose ?? ''}
        error={errorOf('data_purpose')}
      />
      <Field
        label="Why you ask for the data, in Welsh"
        name="data_purpose_cy"
        defaultValue={saved.data_purpose_cy ?? ''}
        error={errorOf('data_purpose_cy')}
      />
      <Field
        label="Months that you keep the data"
        name="data_retention_months"
        type="number"
        min={1}
        max={1200}
        defaultValue={saved.data_retention_months ?? ''}
        error={errorOf('data_retention_months')}
      />
      <Field
        label="Your privacy notice"
        name="privacy_notice_url"
        type="url"
        defaultValue={saved.privacy_notice_url ?? ''}
        error={errorOf('privacy_notice_url')}
      />
      <Field
        label="Email address for questions"
        name="contact_email"
        type="email"
        defaultValue={saved.contact_email ?? ''}
        error={errorOf('contact_email')}
      />
      <Field
        label="Telephone number for questions"
        name="contact_phone"
        type="tel"
        defaultValue={saved.contact_phone ?? ''}
        error={errorOf('contact_phone')}
      />
      <Field
        label="FCA firm reference number"
        name="fca_number"
        defaultValue={saved.fca_number ?? ''}
        error={errorOf('fca_number')}
      />
      <Field
        label="ICO registration number"
        name="ico_number"
        defaultValue={saved.ico_number ?? ''}
        error={errorOf('ico_number')}
      />
    </Section>
    <Section title="After the journey">
      <TextField
        label="What happens next"
        name="next_steps"
        hint="Shown on the last screen, such as: We call you within two working days."
        defaultValue={saved.next_steps ?? ''}
        error={errorOf('next_steps')}
      />
      <TextField
        label="What happens next, in Welsh"
        name="next_steps_cy"
        defaultValue={saved.next_steps_cy ?? ''}
        error={errorOf('next_steps_cy')}
      />
    </Section>
    <Section title="What people can share">
      <Check
        label="Connect a payroll provider"
        name="payroll_connections_enabled"
        defaultChecked={saved.payroll_connections_enabled ?? false}
      />
      <Check label="Connect HMRC" name="taxauth_enabled" defaultChecked={saved.taxauth_enabled ?? false} />
      <Check
        label="Upload payslips"
        name="payslip_upload_enabled"
        hint="Bank statements can always be uploaded."
        defaultChecked={saved.payslip_upload_enabled ?? false}
      />
      <Field
        label="Months of payroll data"
        name="payroll_period_months"
        type="number"
        min={1}
        max={120}
        defaultValue={saved.payroll_period_months ?? ''}
        error={errorOf('payroll_period_months')}
      />
    </Section>
    <Section title="Recurring checks">
      <Check
        label="Read new payslips regularly"
        name="recurring_checks_enabled"
        hint="People then agree to the recurring term."
        defaultChecked={saved.recurring_checks_enabled ?? false}
      />
      <SelectField
        label="How often"
        name="recurring_check_frequency"
        options={frequencies}
        defaultValue={saved.recurring_check_frequency ?? ''}
        error={errorOf('recurring_check_frequency')}
      />
      <Field
        label="Until"
        name="recurring_check_end_date"
        type="date"
        hint="Leave empty to check until the person withdraws consent."
        defaultValue={saved.recurring_check_end_date?.slice(0, 10) ?? ''}
        error={errorOf('recurring_check_end_date')}
      />
    </Section>
    <Section title="Identity">
      <Check
        label="Hold data that shows another person"
        name="hold_unmatched_data"
        hint="If a source shows someone other than the registered person, we hold its data until your team accepts it."
        defaultChecked={saved.hold_unmatched_data ?? false}
      />
    </Section>
    <Section title="Your own pages">
      <Field
        label="Return URL"
        name="client_callback_url"
        type="url"
        defaultValue={saved.client_callback_url ?? ''}
        error={errorOf('client_callback_url')}
      />
      <TextField
        label="Pages that may embed the journey"
        name="frame_origins"
        rows={3}
        hint="One origin per line, such as https://www.example.com. Leave empty to allow none."
        defaultValue={(saved.frame_origins ?? []).join('\n')}
        error={errorOf('frame_origins')}
      />
    </Section>
  </>
)
