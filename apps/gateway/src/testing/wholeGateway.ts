import { readConfig } from '../config.js'
import { startGateway } from '../startGateway.js'
import { silent } from './silent.js'

// A gateway with all of its parts as a process of its own, over a document
// that need not be built.
const [file = '', webFolder = '', ...args] = process.argv.slice(2)
const config = await readConfig(['--config', file, ...args], process.env)
const { url } = await startGateway({ config, log: silent, webFolder })
process.send?.({ url })
process.once('disconnect', () => process.exit(1))
