import { resolve } from 'node:path'
import { z } from 'zod'

/** Backups that the gateway makes by itself. */
export type BackupConfig = {
  everyMs: number
  folder: string
  /** How many are kept; the oldest goes first. */
  keep: number
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 }

export const backupSchema = z.strictObject({
  every: z
    .string()
    .regex(/^[1-9]\d{0,3}[mhd]$/, 'Write it like "30m", "12h" or "1d"')
    .transform((text) => {
      const unit = text.slice(-1) as keyof typeof units
      return Number(text.slice(0, -1)) * units[unit]
    }),
  folder: z.string().min(1).optional(),
  keep: z.int().min(1).max(1_000).default(14),
})

/** Beside the data unless a folder is named, which may be on another disk. */
export function completeBackup(
  backup: z.output<typeof backupSchema> | undefined,
  places: { configFolder: string; dataFolder: string },
): BackupConfig | undefined {
  if (!backup) return undefined
  const folder = backup.folder
    ? resolve(places.configFolder, backup.folder)
    : resolve(places.dataFolder, 'backups')
  return { everyMs: backup.every, folder, keep: backup.keep }
}
