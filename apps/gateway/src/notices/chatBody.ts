import type { WebhookForm } from '../store/receivers.js'
import type { Told } from './tell.js'

/** What a chat service takes; nothing in it calls people or becomes a command. */
export function toChatBody(
  form: Exclude<WebhookForm, 'events'>,
  { title, link }: Told,
): string {
  const text = `${title}\n${link}`
  if (form === 'slack') return JSON.stringify({ text: escapeSlack(text) })
  if (form === 'discord')
    return JSON.stringify({
      content: `${escapeMarkdown(title)}\n${link}`,
      allowed_mentions: { parse: [] },
    })
  return JSON.stringify({ text, disable_web_page_preview: true })
}

/** Else a name could be a link that shows other words. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|#>[\]<]/g, '\\$&')
}

function escapeSlack(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
