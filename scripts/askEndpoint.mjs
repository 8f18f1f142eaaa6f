// An address with a key comes by the environment or is typed in, so that no
// list of processes, history of a shell or file holds it.
import { Stop } from './run.mjs'

const variable = 'COVAULT_RPC_URL'

/** Leaves the address of an RPC endpoint in the environment, for the gateway. */
export async function askEndpoint(network) {
  if (process.env[variable]?.trim()) return
  if (!process.stdin.isTTY)
    throw new Stop(
      `No RPC endpoint for ${network}.

  What to get:  the address of an RPC endpoint for ${network}: from your own
                node (usually http://127.0.0.1:8545), or from a provider, which
                gives you an https:// address with your key.
  Where it goes: into the environment variable ${variable}; several addresses
                are separated by spaces. Never on the command line, where other
                users can see it.

Then run: npm start -- --network ${network}
On a terminal you are asked for the address instead.`,
    )
  console.log(
    `Enter the address of an RPC endpoint for ${network}: your own node, or the https:// address with your key from a provider.`,
  )
  const typed = await readHidden('RPC endpoint (not shown): ')
  if (!/^https?:\/\/\S+$/.test(typed))
    throw new Stop('The address must begin with http:// or https://.')
  process.env[variable] = typed
}

/** A line from the terminal that the terminal does not repeat. */
function readHidden(question) {
  const { stdin, stdout } = process
  stdout.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
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
          return reject(new Stop('Stopped.'))
        }
        const isErase = character === '\u007f' || character === '\b'
        line = isErase ? line.slice(0, -1) : line + character
      }
    }
    stdin.on('data', hear)
  })
}
