// An address with a key comes by the environment or is typed in, so that no
// list of processes, history of a shell or file holds it.

const variable = 'COVAULT_RPC_URL'

/** Whether somebody has to type the address of an RPC endpoint first. */
export function lacksEndpoint() {
  return !process.env[variable]?.trim()
}

/** The network that a command line names instead of a configuration. */
export function readNetwork(args) {
  const at = args.findIndex((arg) => /^--network(=|$)/.test(arg))
  const [, inline] = args[at]?.split('=') ?? []
  return inline ?? (at < 0 ? undefined : args[at + 1])
}

/** Leaves what is typed in the environment, where the program looks for it. */
export async function askEndpoint(network) {
  process.stdout.write(
    `Enter the address of an RPC endpoint for ${network}: your own node, or the https:// address with your key from a provider.\n`,
  )
  const typed = await readHidden('RPC endpoint (not shown): ')
  // Several are separated by spaces, and a websocket is as good.
  if (!typed.split(/\s+/).every((url) => /^(https?|wss?):\/\/./.test(url)))
    throw new Error(
      'The address must begin with https://, http://, wss:// or ws://.',
    )
  process.env[variable] = typed
}

/** A line from the terminal that the terminal does not repeat. */
function readHidden(question) {
  const { stdin, stdout } = process
  // Before the question: whoever answers at once is not repeated either.
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdout.write(question)
  return new Promise((resolve, reject) => {
    let line = ''
    const end = () => {
      stdin.setRawMode(false)
      stdin.pause()
      stdin.off('data', hear)
      stdout.write('\n')
    }
    const hear = (text) => {
      for (const character of text) {
        if (
          character === '\r' ||
          character === '\n' ||
          character === '\u0004'
        ) {
          end()
          return resolve(line.trim())
        }
        if (character === '\u0003') {
          end()
          return reject(new Error('Stopped.'))
        }
        const isErase = character === '\u007f' || character === '\b'
        line = isErase ? line.slice(0, -1) : line + character
      }
    }
    stdin.on('data', hear)
  })
}
