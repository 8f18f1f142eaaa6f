import { randomBytes } from 'node:crypto'
import {
  FetchRefusedError,
  parseUrl,
  pinAddress,
} from '../chain/pinnedRequest.js'
import type { Context } from '../context.js'
import { RuleFailure } from '../failures.js'
import {
  addReceiver,
  listReceivers,
  type Receiver,
  type WebhookForm,
} from '../store/receivers.js'

/** Of one member in one safe. */
const mostReceivers = 10
const longestUrl = 2_000

/** Adds a webhook of a member, whose address may be reached. */
export async function addWebhook(
  context: Context,
  parameters: Required<Pick<Receiver, 'account' | 'place'>> & {
    url: string
    form: WebhookForm
    label: string
    amounts: boolean
  },
): Promise<Receiver> {
  const { account, place, url, form, label, amounts } = parameters
  const { store } = context
  if (url.length > longestUrl)
    throw new RuleFailure(
      `The address is longer than ${longestUrl} characters.`,
    )
  await assertReachable(context, url)
  const own = await listReceivers(store, { account, ...(place && { place }) })
  if (own.filter(({ kind }) => kind === 'webhook').length >= mostReceivers)
    throw new RuleFailure(
      `You have ${mostReceivers} webhooks for this safe. Remove one before you add another.`,
    )
  return addReceiver(store, {
    ...{ kind: 'webhook', form, account, name: null, place, url },
    ...{ label, amounts },
    // Chat services do not check who sends.
    secret:
      form === 'events' ? `whsec_${randomBytes(32).toString('base64')}` : null,
  })
}

/** The same is looked at whenever something is sent. */
async function assertReachable(
  { config }: Context,
  url: string,
): Promise<void> {
  const { trustedOrigins } = config.notices
  try {
    await pinAddress(parseUrl(url), { trustedOrigins })
  } catch (error) {
    throw new RuleFailure(
      error instanceof FetchRefusedError
        ? `Webhooks are sent to public https addresses on the usual port. ${error.message}`
        : 'The host of this address was not found.',
    )
  }
}
