// `npm run verify:release`: builds the commit twice, as differently as one
// machine can, and compares every file. It holds for the kind of processor that
// it ran on, which it names.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { arch, hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  compareRelease,
  findObstacle,
  listChoices,
} from './release/compareRelease.mjs'
import { findTraces } from './release/findTraces.mjs'
import { isRoot, main, node, root, runQuietly, Stop, step } from './run.mjs'

const usage = `Usage: npm run verify:release -- [--release release.json] [--modules DIR]

  --release FILE  compares what this release says with what the source gives
  --modules DIR   links the packages of this folder instead of installing them`

/** All that is built and in the archive. */
const folders = [
  'apps/web/dist',
  'apps/gateway/dist',
  'apps/verifier/dist',
  'apps/example-app/dist',
  'packages/devnet/dist',
]

/** As different as one machine can be to itself. */
const ways = [
  {
    name: 'a',
    umask: '022',
    env: {
      TZ: 'Pacific/Kiritimati',
      LANG: 'C',
      LC_ALL: 'C',
      SOURCE_DATE_EPOCH: '1000000000',
    },
  },
  {
    name: 'another/and-much-longer/path-to-the-same-sources',
    umask: '077',
    env: {
      TZ: 'America/Anchorage',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
      SOURCE_DATE_EPOCH: '1700000000',
    },
    // Where we may become somebody else.
    user: 65_534,
  },
]

await main(async () => {
  const values = readOptions()
  if (values.help) return console.log(usage)
  const commit = git('rev-parse', 'HEAD')
  const commits = Number(git('rev-list', '--count', commit))
  const release = values.release && readRelease(values.release)
  const obstacle = release && findObstacle(release, { commit, commits })
  if (obstacle) throw new Stop(obstacle)
  const place = mkdtempSync(join(tmpdir(), 'covault-verify-'))
  chmodSync(place, 0o755)
  try {
    const built = []
    for (const way of ways)
      built.push(await buildOnce(place, way, { ...values, commit }))
    const [one, other] = built
    const traced = { place, machine: hostname(), now: new Date() }
    const faults = [
      ...compare(one, other),
      ...findTraces(one, traced),
      ...findTraces(other, traced),
    ]
    if (release)
      faults.push(
        ...compareRelease(release, await releaseAgain(place, release)),
      )
    if (faults.length > 0) throw new Stop(faults.join('\n'))
    console.log(
      `Equal on ${arch()}, Node ${process.versions.node}: ${one.size} files of ${commit}.`,
    )
    if (release) console.log(describe(release, { commits }))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
})

function readOptions() {
  try {
    return parseArgs({
      options: {
        release: { type: 'string' },
        modules: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new Stop(`${error.message}\n\n${usage}`)
  }
}

function readRelease(file) {
  try {
    // What stands for nothing would be taken for no release to compare with.
    return Object(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new Stop(`Can’t read ${file}, or it is not a release.`)
  }
}

async function buildOnce(place, way, { modules, commit }) {
  const folder = join(place, way.name)
  const user = isRoot ? way.user : undefined
  const who = user === undefined ? {} : { uid: user, gid: user }
  const env = { PATH: process.env.PATH, HOME: place, ...way.env }
  mkdirSync(folder, { recursive: true })
  await step(`Building in ${way.name}`, async () => {
    await runQuietly('git', ['clone', '-q', '--no-hardlinks', root, folder])
    // Whatever is committed meanwhile: both build the same.
    await runQuietly('git', ['checkout', '-q', '--detach', commit], {
      cwd: folder,
    })
    if (modules) linkModules(modules, folder)
    else
      await runQuietly(
        'npm',
        ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
        { cwd: folder, env: { ...process.env, ...way.env } },
      )
    if (user !== undefined) own(folder, user)
    const command = `umask ${way.umask} && ${process.execPath} scripts/build.mjs`
    await runQuietly('sh', ['-c', command], { cwd: folder, env, ...who })
  })
  return hashFiles(folder)
}

/** Of every workspace, as they are installed: for those who have no registry at hand. */
function linkModules(from, folder) {
  const copy = (path) =>
    execFileSync('cp', ['-a', join(from, path), join(folder, path)])
  copy('node_modules')
  for (const kind of ['apps', 'packages'])
    for (const name of readdirSync(join(folder, kind))) {
      const path = `${kind}/${name}/node_modules`
      // Most workspaces have none of their own.
      if (existsSync(join(from, path))) copy(path)
    }
}

function own(folder, user) {
  execFileSync('chown', ['-R', `${user}:${user}`, folder])
}

function hashFiles(folder) {
  const files = new Map()
  const read = (path) => {
    for (const entry of readdirSync(join(folder, path), {
      withFileTypes: true,
    })) {
      const below = `${path}/${entry.name}`
      if (entry.isDirectory()) read(below)
      else {
        const content = readFileSync(join(folder, below))
        const sha256 = createHash('sha256').update(content).digest('hex')
        files.set(below, { sha256, content })
      }
    }
  }
  for (const path of folders) read(path)
  return files
}

function compare(one, other) {
  const paths = new Set([...one.keys(), ...other.keys()])
  return [...paths]
    .filter((path) => one.get(path)?.sha256 !== other.get(path)?.sha256)
    .map((path) => `${path} differs between the builds.`)
}

/** What the source says of itself; what somebody chose is taken over. */
async function releaseAgain(place, release) {
  const [{ name }] = ways
  const out = join(place, 'release')
  await step('Writing the release again', () =>
    node(
      [
        ...['--conditions=source', '--import=tsx'],
        'scripts/release/writeRelease.ts',
        ...['--out', out, ...listChoices(release)],
      ],
      { cwd: join(place, name) },
    ),
  )
  return JSON.parse(readFileSync(join(out, 'release.json'), 'utf8'))
}

/** Who may sign follows from no source, nor does a sequence that was chosen. */
function describe({ archive, keys, sequence }, { commits }) {
  const shipped = archive ? `, and so is ${archive.name}` : ''
  const signers = keys
    ? `${Object.keys(keys.signers).join(', ')} (${keys.threshold} needed)`
    : 'no one'
  const chosen =
    sequence === commits
      ? ''
      : ` Its sequence ${sequence} was chosen: the commit is number ${commits}.`
  return `The release is what this commit gives${shipped}.${chosen} It trusts the keys of ${signers}; whether they are the right ones the source can’t say.`
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}
