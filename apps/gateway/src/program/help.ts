/** Every command of the program: what it is for, and how it is called. */
export const commandHelp = {
  start: {
    summary: 'Start the gateway: API, indexer and web app',
    usage: 'start [--port N] [--role all|api|indexer] [--reset]',
    text: `Runs until Ctrl-C. Without DATABASE_URL it starts its own PostgreSQL in the
data folder.

  --port N         port on 127.0.0.1 (default: the configuration's, else 4400)
  --role ROLE      all (default), api or indexer; api and indexer share the
                   database in DATABASE_URL
  --reset          delete the data of the embedded database first`,
    example: 'start --config covault.config.json',
  },
  doctor: {
    summary: 'Check the RPC endpoints and estimate the first index',
    usage: 'doctor [--safe eth:0x…]',
    text: `Checks what every configured RPC endpoint can do, and reports what will be slow
or impossible and which setting helps. Addresses and keys are never printed.
Exits with 0 if every network can be used, otherwise with 1.

  --safe eth:0x…   also estimate how many calls and how long the first index
                   of this safe takes`,
    example: 'doctor --network mainnet --safe eth:0x…',
  },
  'move-in': {
    summary:
      "Copy a safe's queue, signatures and messages from another service",
    usage: 'move-in --from URL --safe eth:0x…',
    text: `Reads waiting transactions, signatures, messages and proposers from a service
that speaks the transaction service's API. Every hash is computed again and
every signature is checked against the chain before anything is stored. The
report lists what was taken and what was refused, with the reason. Run the same
command again to continue after an interruption; nothing is stored twice. The
history comes from the chain.

  --from URL       the other service, such as
                   https://service.example/tx-service/eth
  --safe eth:0x…   the safe
  --proposers      also take proposers. The other service does not publish the
                   owners' signatures for them, so this trusts the service;
                   only owners can be named as the ones who added them
  --calls N        ask the other service at most N times (default 1000)
  --per-second N   and at most N times a second (default 5)

If the other service needs a key, put it in COVAULT_MOVE_IN_TOKEN. With an
embedded database, stop the gateway first.`,
    example:
      'move-in --from https://service.example/tx-service/eth --safe eth:0x…',
  },
  export: {
    summary: 'Back up everything that is not on the chain',
    usage: 'export --file FILE',
    text: `Writes proposals, signatures, messages, proposers and the list of followed safes
as lines of JSON. Never replaces a file. With an embedded database, stop the
gateway first.

  --file FILE      the backup`,
    example: 'export --file backup.jsonl',
  },
  restore: {
    summary: 'Read a backup into an empty or a running database',
    usage: 'restore --file FILE',
    text: `Adds what is missing and leaves the rest unchanged. The history is then read
from the chain again. With an embedded database, stop the gateway first.

  --file FILE      the backup`,
    example: 'restore --file backup.jsonl',
  },
  recheck: {
    summary: 'Compare a stored safe with the chain',
    usage: 'recheck --safe eth:0x…',
    text: `Scans the chain again for one safe and prints every difference. Exits with 0 if
there is none. With an embedded database, stop the gateway first.

  --safe eth:0x…   the safe`,
    example: 'recheck --safe eth:0x…',
  },
  'accept-reorg': {
    summary: 'Allow final blocks to be undone',
    usage: 'accept-reorg --chain ID --block NUMBER',
    text: `For a network whose indexing stopped because its RPC endpoint now has
different blocks than those it reported as final. Check the endpoint first.
Blocks above NUMBER may then be undone.

  --chain ID       chain ID of the network
  --block NUMBER   the last block that stays`,
    example: 'accept-reorg --chain 1 --block 21000000',
  },
  token: {
    summary: 'Manage the keys of programs that use the API',
    usage: 'token add NAME [read|propose] | token remove NAME | token list',
    text: `A token is printed once, when it is added; only its hash is kept. On a gateway
for members, a token gives access to every safe: to read it, or also to
propose. With an embedded database, stop the gateway first.`,
    example: 'token add my-bot',
  },
} as const

export type CommandName = keyof typeof commandHelp

export function isCommandName(text: string): text is CommandName {
  return Object.hasOwn(commandHelp, text)
}

const common = `Options of every command
  --config FILE    the configuration (default: covault.config.json)
  --network NAME   one known network instead of a configuration: mainnet,
                   sepolia, gno, base …; its RPC endpoint is in COVAULT_RPC_URL,
                   or you are asked for it on the terminal
  --data DIR       where data is kept (default: .covault)`

const names = Object.keys(commandHelp).filter(isCommandName)

export function writeHelp(): string {
  const width = Math.max(...names.map((name) => name.length)) + 2
  const list = names
    .map((name) => `  ${name.padEnd(width)} ${commandHelp[name].summary}`)
    .join('\n')
  return `Covault: wallets that several people own together, on your own gateway.

Usage: covault COMMAND [options]

Commands
${list}

${common}

covault help COMMAND explains one command.`
}

export function writeCommandHelp(name: CommandName): string {
  const { summary, usage, text, example } = commandHelp[name]
  return `${summary}.

Usage: covault ${usage}

${text}

${common}

Example
  covault ${example}`
}
