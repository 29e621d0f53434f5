import type { AuthorisationTerm } from '@payproof/sdk'
import { Check } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { type Category, categoryOptions } from './categories.ts'

type Props = {
  /** Term whose text is filled in at first. */
  from?: AuthorisationTerm | undefined
  onClose: () => void
}

export const NewDialog = ({ from, onClose }: Props) => (
  <Dialog title="New version" onClose={onClose}>
    <Form
      submit="Add version"
      send={({ name = '', authorisation_text = '', authorisation_category, deactivate_previous }) =>
        api.authorisations.createTerm({
          name,
          authorisation_text,
          authorisation_category: authorisation_category as Category,
          deactivate_previous: deactivate_previous === 'on',
        })
      }
      onDone={({ authorisation_version }) => {
        void queries.invalidateQueries({ queryKey: ['terms'] })
        showToast(`Version ${authorisation_version} was added. People see it from now on.`)
        onClose()
      }}
      onCancel={onClose}
    >
      {(errorOf) => (
        <>
          <Field
            label="Name"
            name="name"
            autoComplete="off"
            defaultValue={from?.name ?? ''}
            error={errorOf('name')}
          />
          <SelectField
            label="What people agree to"
            name="authorisation_category"
            options={categoryOptions}
            defaultValue={from?.authorisation_category ?? 'one_time'}
            error={errorOf('authorisation_category')}
          />
          <TextField
            label="Text"
            name="authorisation_text"
            rows={10}
            hint="You cannot change it later, because people agree to this exact text."
            defaultValue={from?.authorisation_text ?? ''}
            error={errorOf('authorisation_text')}
          />
          <Check
            label="Deactivate earlier versions"
            name="deactivate_previous"
            hint="Consents already given stay valid."
            defaultChecked
          />
        </>
      )}
    </Form>
  </Dialog>
)
