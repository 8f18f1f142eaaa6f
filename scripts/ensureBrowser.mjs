import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  findOnPath,
  installDebianPackages,
  isExecutable,
  isRoot,
  root,
  run,
  Stop,
  step,
} from './run.mjs'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Answers the path of a browser for the tests, after installing one if need be. */
export async function ensureBrowser() {
  const installed = findInstalled()
  if (installed) return installed
  if (isRoot && findOnPath('apt-get')) {
    await step("Installing Debian's chromium", () =>
      installDebianPackages(['chromium', 'fonts-liberation']),
    )
    return findInstalled() ?? fail()
  }
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js')
  if ((await run(process.execPath, [cli, 'install', 'chromium'])) !== 0) fail()
  const { chromium } = createRequire(import.meta.url)('playwright-core')
  return chromium.executablePath()
}

function findInstalled() {
  return (
    names.map(findOnPath).find((path) => path !== undefined) ??
    places.find(isExecutable)
  )
}

function fail() {
  throw new Stop(
    'The tests need Chrome or Chromium, and none could be installed. Install one and start again.',
  )
}
