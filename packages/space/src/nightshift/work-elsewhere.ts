import { type TaskReport, localDay, nightLimits, workJobs } from '@datacortex/nightshift'
import { recoverRuns } from '@datacortex/execution'
import { z } from 'zod'
import { operation } from '../operation.ts'
import type { Work } from '../work.ts'
import { openNight } from './open-night.ts'
import { flag } from '../schema.ts'

export const workElsewhere = operation({
  input: z.strictObject({
    once: flag('Ends when nothing is left, instead of waiting for more.'),
    workers: z.number().int().min(1).max(32).optional().describe('Tasks at the same time.'),
  }),
  output: z.looseObject({ reports: z.array(z.looseObject({ id: z.string(), state: z.string() })) }),
  run: async (work: Work, { once = false, workers }) => {
    await using opened = await openNight(work, { date: localDay(new Date()) })
    const { ports, settings } = opened
    const { nightshift } = settings
    await recoverRuns(work.paths, { signal: work.signal })
    using limits = nightLimits({ budget: {}, spent: [], now: Date.now })
    const reports: TaskReport[] = []
    await workJobs(
      {
        limits,
        workers: workers ?? nightshift.workers,
        leaseMs: nightshift.lease_seconds * 1000,
        evaluators: nightshift.evaluators,
        threshold: nightshift.quality_threshold,
        // Who may write into a shared queue has the word of the user who gave its secret.
        trustsQueue: nightshift.postgres !== undefined,
        until: once ? 'all-ended' : 'stopped',
        report: async (one) => {
          reports.push(one)
          await Promise.resolve()
          ports.onProgress({ done: reports.length, subject: one.title })
        },
        signal: work.signal,
      },
      ports,
    )
    return { reports }
  },
})
