import { expect, test } from 'vitest'
import { serve, servedSpace } from './__fixtures__/served-space.ts'

test.each([
  [false, 1],
  [true, 0],
])(
  'serving with a runner (%j) says at its start %i times that none is set, and how one is added',
  async (runner, times) => {
    const space = await servedSpace({ runner })
    await serve(space)
    expect(space.logged.filter((line) => line.includes('datacortex runner add claude-code'))).toHaveLength(times)
  },
)
