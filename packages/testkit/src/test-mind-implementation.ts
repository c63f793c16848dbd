import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MindImplementation, type VerifiedMind, acceptanceCriteria, verifyMinds } from '@datacortex/cognition'
import { describe, expect, onTestFinished, test } from 'vitest'
import { damagedMinds, makeDamagedMind, mindFixture } from './mind-fixtures.ts'

/**
 * The suite that every implementation of ACAS 1.4.0 passes: each acceptance criterion of its level is a test, and folders that
 * are damaged in one place fail the criterion that is about it.
 *
 * @param implementation - What is tried; datacortex itself if undefined.
 * @param options - `level`: that it claims, 1 to 3.
 * @example testMindImplementation({ name: 'heron', onCopy }, { level: 2 })
 */
export function testMindImplementation(
  implementation: MindImplementation | undefined,
  { level }: { readonly level: number },
): void {
  describe(`a mind of level ${level}`, () => {
    let whole: Promise<readonly VerifiedMind[]> | undefined
    const verified = async (): Promise<readonly VerifiedMind[]> =>
      await (whole ??= verifyMinds(mindFixture(level), { level, implementation }))
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
