import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namesNothing } from './named-paths.ts'

test.each(['nowhere', './nowhere', join(process.cwd(), 'nowhere'), 'x/../nowhere/'])(
  'a path that is not there is one, written as %s',
  (named) => {
    const skipped = [{ path: join(process.cwd(), 'nowhere'), reason: 'it does not exist' }]
    expect(namesNothing({ skipped }, ['elsewhere', named])).toBe(true)
    expect(namesNothing({ skipped }, ['elsewhere'])).toBe(false)
  },
)
