import type { AuditedUser } from './journeys.ts'
import { type AuditScene, canary } from './scene.ts'

/** Webhooks, deliveries and events. */
export async function auditWebhooks(scene: AuditScene, { userId }: AuditedUser) {
  const { api, acme, byKey, expectLines, line, noLines } = scene
  const newWebhook = {
    name: canary,
    events: ['user-payroll-submitted'],
    url: api.urlOf(canary),
    signing_secret: `${canary} secret`,
  }
  const subscribed = await expectLines('createWebhook', acme, ['POST', '/webhooks', newWebhook], ({ body }) =>
    line(byKey, 'webhook.created', body.webhook_id),
  )
  const hookId: string = subscribed.body.webhook_id
  const hook = `/webhooks/${hookId}`
  const webhookLine = (action: string) => () => line(byKey, `webhook.${action}`, hookId)
  await api.publishEvent(userId, { name: canary })
  await api.arrivals({ webhook_id: hookId, name: canary }, 1)
  await expectLines('listWebhooks', acme, ['GET', '/webhooks'], noLines)
  await expectLines('getWebhook', acme, ['GET', hook], noLines)
  await expectLines('getWebhookStatus', acme, ['GET', `${hook}/status`], noLines)
  await expectLines('updateWebhook', acme, ['PATCH', hook, { name: `${canary} 2` }], webhookLine('changed'))
  const rotation = { signing_secret: `${canary} other secret` }
  await expectLines('rotateWebhookSecret', acme, ['POST', `${hook}/rotate`, rotation], webhookLine('rotated'))
  // A receiver's response may quote the delivery, so reading it is audited too.
  await expectLines('testWebhook', acme, ['POST', `${hook}/test`, {}], ({ body }) => [
    ...line(byKey, 'webhook.tested', hookId),
    ...line(byKey, 'delivery.read', body.delivery_id),
  ])
  await expectLines('pauseWebhook', acme, ['POST', `${hook}/pause`], webhookLine('paused'))
  await expectLines('resumeWebhook', acme, ['POST', `${hook}/resume`], webhookLine('resumed'))
  const since = '2020-01-01T00:00:00Z'
  await expectLines('recoverWebhook', acme, ['POST', `${hook}/recover`, { since }], webhookLine('recovered'))
  const listed = await expectLines(
    'listDeliveries',
    acme,
    ['GET', `${hook}/deliveries?user_id=${userId}`],
    noLines,
  )
  const deliveryId: string = listed.body.deliveries[0].delivery_id
  const sent = `${hook}/deliveries/${deliveryId}`
  await expectLines('getDelivery', acme, ['GET', sent], () => line(byKey, 'delivery.read', deliveryId))
  await expectLines('redeliver', acme, ['POST', `${sent}/redeliver`], () =>
    line(byKey, 'webhook.redelivered', deliveryId),
  )
  await expectLines('listEvents', acme, ['GET', '/events?include_payload=true'], () =>
    line(byKey, 'event.listed'),
  )
  await expectLines('listRecentEvents', acme, ['GET', '/events/recent'], noLines)
  await expectLines('getWebhookStatistics', acme, ['GET', `${hook}/statistics`], noLines)
  // Reading an event is reading about its user, who sees who looked.
  const [{ event_id, user_id: subject }] = (await acme('GET', '/events/recent?limit=1')).body.events
  await expectLines('getEvent', acme, ['GET', `/events/${event_id}`], () =>
    line(byKey, 'event.read', subject),
  )
  await expectLines('deleteWebhook', acme, ['DELETE', hook], webhookLine('deleted'))
}
