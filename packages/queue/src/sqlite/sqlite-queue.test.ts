import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testJobQueue } from '@datacortex/testkit'
import { onTestFinished } from 'vitest'
import { openSqliteQueue } from './sqlite-queue.ts'

const isLong = process.env['LONG'] !== undefined

testJobQueue(
  async () => {
    const file = join(await temporaryFolder(), 'queue.sqlite')
    let time = Date.UTC(2026, 2, 28, 12)
    return {
      open: async () => await openSqliteQueue({ file, now: () => time }),
      now: async () => time,
      pass: async (ms) => void (time += ms),
      program: async () => ({
        directory: import.meta.dirname,
        code: `import { openSqliteQueue } from '@datacortex/queue'
          const queue = await openSqliteQueue({ file: ${JSON.stringify(file)}, now: () => ${time} })`,
      }),
    }
  },
  { jobs: isLong ? 32_000 : 60 },
)

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'queue-'))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  return folder
}
