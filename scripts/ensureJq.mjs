import { findOnPath, installDebianPackages, isRoot, step } from './run.mjs'

/** The scripts that verify hashes read our answers with jq, and tests do so. */
export async function ensureJq() {
  if (findOnPath('jq') || !isRoot || !findOnPath('apt-get')) return
  await step("Installing Debian's jq", () => installDebianPackages(['jq']))
}
