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
export function Sections({ saved, errorOf }: Props) {
  const propsOf = (name: keyof Configuration & string) => ({
    name,
    defaultValue: String(saved[name] ?? ''),
    error: errorOf(name),
  })
  return (
    <>
      <Section title="Your brand">
        <Field label="Name shown to people" {...propsOf('client_display_name')} />
        <Field
          label="Colour"
          placeholder="#1f4fd8"
          hint="For example #1a6b3c. The journey adjusts it if text would be hard to read."
          {...propsOf('brand_colour')}
        />
        <Field
          label="Logo"
          hint="URL of a PNG, JPEG, WebP or SVG image. We serve a copy, so that the image host does not learn who applies."
          {...propsOf('client_logo')}
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
          hint="A sentence, such as: To decide on your loan application."
          {...propsOf('data_purpose')}
        />
        <Field label="Why you ask for the data, in Welsh" {...propsOf('data_purpose_cy')} />
        <Field
          label="Months that you keep the data"
          type="number"
          min={1}
          max={1200}
          {...propsOf('data_retention_months')}
        />
        <Field label="Your privacy notice" type="url" {...propsOf('privacy_notice_url')} />
        <Field label="Email address for questions" type="email" {...propsOf('contact_email')} />
        <Field label="Telephone number for questions" type="tel" {...propsOf('contact_phone')} />
        <Field label="FCA firm reference number" {...propsOf('fca_number')} />
        <Field label="ICO registration number" {...propsOf('ico_number')} />
      </Section>
      <Section title="Reminders">
        <Field
          label="Days after the invitation"
          name="reminder_days"
          hint="Up to three days from 1 to 6, such as: 2, 5. People who have shared nothing by then get an email, and can stop it. Leave empty for none."
          defaultValue={(saved.reminder_days ?? []).join(', ')}
          error={errorOf('reminder_days')}
        />
      </Section>
      <Section title="After the journey">
        <TextField
          label="What happens next"
          hint="Shown on the last screen, such as: We call you within two working days."
          {...propsOf('next_steps')}
        />
        <TextField label="What happens next, in Welsh" {...propsOf('next_steps_cy')} />
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
          type="number"
          min={1}
          max={120}
          {...propsOf('payroll_period_months')}
        />
      </Section>
      <Section title="Recurring checks">
        <Check
          label="Read new payslips regularly"
          name="recurring_checks_enabled"
          hint="People then agree to the recurring term."
          defaultChecked={saved.recurring_checks_enabled ?? false}
        />
        <SelectField label="How often" options={frequencies} {...propsOf('recurring_check_frequency')} />
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
        <Field label="Return URL" type="url" {...propsOf('client_callback_url')} />
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
}
