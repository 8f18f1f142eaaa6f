import { findOnPath, installDebianPackages, isRoot, step } from './run.mjs'

/**
 * Debian's zbarimg reads our QR codes in one test. Nothing else needs it, so
 * where it cannot be installed that test is skipped and says so.
 */
export async function ensureZbar() {
  if (findOnPath('zbarimg') || !isRoot || !findOnPath('apt-get')) return
  try {
    await step("Installing Debian's zbar-tools", () =>
      installDebianPackages(['zbar-tools']),
    )
  } catch {
    console.log(
      '  zbar-tools cannot be installed here, so its test is skipped.',
    )
  }
}
