import './style.css'

/** One button: what it asks of the host, and how. */
export type Method = { name: string; run: (values: Values) => Promise<unknown> }

/** What stands in the fields when a button is pressed. */
export type Values = { recipient: string; wei: string; message: string }

const fields: Record<keyof Values, { label: string; value: string }> = {
  recipient: {
    label: 'Recipient',
    value: '0x000000000000000000000000000000000000dEaD',
  },
  wei: { label: 'Wei', value: '1' },
  message: { label: 'Message', value: 'Hello from the example app' },
}

/** Fields, buttons, and below each button the last reply as it came. */
export function showPage({
  title,
  note,
  methods,
}: {
  title: string
  note: string
  methods: readonly Method[]
}): void {
  const inputs = {
    recipient: createInput('recipient'),
    wei: createInput('wei'),
    message: createInput('message'),
  }
  const read = (): Values => ({
    recipient: inputs.recipient.value,
    wei: inputs.wei.value,
    message: inputs.message.value,
  })
  const form = document.createElement('form')
  form.append(
    ...Object.entries(inputs).map(([name, input]) => {
      const label = document.createElement('label')
      label.append(fields[name as keyof Values].label, input)
      return label
    }),
  )
  form.addEventListener('submit', (event) => event.preventDefault())
  document
    .getElementById('page')
    ?.append(
      createText('h1', title),
      createText('p', note),
      form,
      ...methods.map((method) => createSection(method, read)),
    )
}

function createSection({ name, run }: Method, read: () => Values): HTMLElement {
  const section = document.createElement('section')
  const button = document.createElement('button')
  const reply = document.createElement('output')
  button.type = 'button'
  button.textContent = name
  reply.setAttribute('aria-label', `Reply to ${name}`)
  button.addEventListener('click', async () => {
    reply.dataset.state = 'asked'
    reply.textContent = 'Asked the host …'
    try {
      reply.textContent = toText(await run(read()))
      reply.dataset.state = 'answered'
    } catch (error) {
      reply.textContent = error instanceof Error ? error.message : String(error)
      reply.dataset.state = 'failed'
    }
  })
  section.append(button, reply)
  return section
}

function createInput(name: keyof Values): HTMLInputElement {
  const input = document.createElement('input')
  input.name = name
  input.value = fields[name].value
  return input
}

function createText(tag: 'h1' | 'p', text: string): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}

function toText(value: unknown): string {
  if (value === undefined) return 'undefined'
  return JSON.stringify(
    value,
    (_, part) => (typeof part === 'bigint' ? String(part) : part),
    2,
  )
}
