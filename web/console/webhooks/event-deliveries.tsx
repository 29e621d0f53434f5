import type { RecentEvent } from '@payproof/sdk'
import { Link } from '@tanstack/react-router'
import { DeliveryState } from './labels.tsx'

type Props = { deliveries: RecentEvent['deliveries']; names: ReadonlyMap<string, string> }

/** The deliveries of an event, each with its webhook and state. */
export function EventDeliveries({ deliveries, names }: Props) {
  if (deliveries.length === 0) return <span className="quiet">No webhook subscribes to it</span>
  return (
    <ul className="event-deliveries">
      {deliveries.map(({ webhook_id, delivery_id, state }) => (
        <li key={delivery_id}>
          <Link to="/webhooks/$webhook_id/deliveries/$delivery_id" params={{ webhook_id, delivery_id }}>
            {names.get(webhook_id) ?? 'Webhook'}
          </Link>
          <DeliveryState state={state} />
        </li>
      ))}
    </ul>
  )
}
