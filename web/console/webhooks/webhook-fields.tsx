import type { Webhook } from '@payproof/sdk'
import { Check } from '../../ui/check.tsx'
import { Field } from '../../ui/field.tsx'
import { allEvents, eventNames, isPreselected, type WebhookEventName } from './labels.tsx'

type Props = {
  errorOf: (name: string) => string | undefined
  webhook?: Webhook
  includesPayload?: boolean
}

const isOn = (fields: Record<string, string>, name: string) => fields[name] !== undefined

/** Converts the values of the fields below to the API's format. */
export const webhookFrom = (fields: Record<string, string>) => ({
  name: fields.name ?? '',
  url: fields.url ?? '',
  events: allEvents.filter((event) => isOn(fields, event)) as [WebhookEventName, ...WebhookEventName[]],
  config: { include_payload: isOn(fields, 'include_payload') },
})

/** Form fields of a webhook, without its secrets. */
export const WebhookFields = ({ errorOf, webhook, includesPayload = false }: Props) => (
  <>
    <Field label="Name" name="name" autoComplete="off" defaultValue={webhook?.name} error={errorOf('name')} />
    <Field
      label="Address"
      name="url"
      type="url"
      autoComplete="off"
      placeholder="https://"
      hint="The URL of your receiver."
      defaultValue={webhook?.url}
      error={errorOf('url')}
    />
    <fieldset className="checks">
      <legend>Events to send</legend>
      {allEvents.map((event) => (
        <Check
          key={event}
          label={eventNames[event]}
          name={event}
          defaultChecked={webhook ? webhook.events.includes(event) : isPreselected(event)}
        />
      ))}
    </fieldset>
    <Check
      label="Include the data"
      name="include_payload"
      hint="Without this, a delivery only says what is new and your receiver fetches it. Requires https or encryption."
      defaultChecked={includesPayload}
    />
  </>
)
