import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { damagedMinds, makeDamagedMind, mindFixture } from './mind-fixtures.ts'

/** What `@datacortex/cognition` exports to verify minds. */
export type MindKit<Implementation> = {
  readonly acceptanceCriteria: readonly { readonly id: string; readonly text: string }[]
  readonly verifyMinds: (
    folder: string,
    options: {
      readonly level: number
      readonly only?: string | undefined
      readonly implementation?: Implementation | undefined
    },
  ) => Promise<readonly { readonly criteria: readonly VerifiedCriterion[] }[]>
}

type VerifiedCriterion = { readonly id: string; readonly holds: boolean; readonly evidence: string }

/**
 * The suite that every implementation of ACAS 1.4.0 passes: each acceptance criterion of its level is a test, and folders that
 * are damaged in one place fail the criterion that is about it.
 *
 * @param kit - `@datacortex/cognition`.
 * @param options - `level` that is claimed, 1 to 3; `implementation`: what is tried, datacortex itself if absent.
 * @example testMindImplementation(await import('@datacortex/cognition'), { level: 2, implementation: { name: 'heron', onCopy } })
 */
export function testMindImplementation<Implementation>(
  { acceptanceCriteria, verifyMinds }: MindKit<Implementation>,
  { level, implementation }: { readonly level: number; readonly implementation?: Implementation | undefined },
): void {
  describe(`a mind of level ${level}`, () => {
    let whole: ReturnType<typeof verifyMinds> | undefined
    const verified = async () => await (whole ??= verifyMinds(mindFixture(level), { level, implementation }))
    const asked = acceptanceCriteria.filter(({ id }) => Number(id[0]) <= level)
    test.each(asked)('$id $text', async ({ id }) => {
      const found = (await verified())[0]?.criteria.find((one) => one.id === id)
      expect(found).toMatchObject({ holds: true })
    })
  })

  describe('a damaged mind', () => {
    test.each(damagedMinds.filter(({ breaks }) => Number(breaks[0]) <= level))(
      '$name fails $breaks',
      async (damaged) => {
        const folder = await mkdtemp(join(tmpdir(), 'mind-'))
        onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
        await makeDamagedMind(damaged, folder)
        const [mind] = await verifyMinds(folder, { level, implementation, only: damaged.breaks })
        expect(mind?.criteria).toMatchObject([{ id: damaged.breaks, holds: false }])
      },
    )
  })
}
