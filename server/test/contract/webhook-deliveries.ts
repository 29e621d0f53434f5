import { deliveryLogRows } from './delivery-log.ts'
import { eventFeedRows } from './event-feed.ts'
import { eventInspectorRows } from './event-inspector.ts'
import { eventKindRows } from './event-kinds.ts'
import { inArea } from './row.ts'
import { sentRequestRows } from './sent-webhook-requests.ts'

export const deliveries = inArea('webhooks', [
  ...sentRequestRows,
  ...eventKindRows,
  ...deliveryLogRows,
  ...eventFeedRows,
  ...eventInspectorRows,
])
