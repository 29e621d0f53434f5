import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Record<string, Tone> = { '2': 'good', '3': 'note', '4': 'warn', '5': 'bad' }

export const HttpStatus = ({ status }: { status: number }) => (
  <Badge tone={tones[String(status)[0] ?? ''] ?? 'plain'}>{status}</Badge>
)

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export const actorKinds = ['api_key', 'member'] as const
