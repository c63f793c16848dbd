import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractsFolder } from './run-forge.ts'

export type CoveringTest = {
  readonly name: string
  /** From the folder of the contracts. */
  readonly file: string
}

/**
 * The tests that say what they cover: `// Covers: IdentityRegistry.register(), …` before a function.
 * @returns The first test of each `Contract.signature`.
 */
export function coveringTests(): ReadonlyMap<string, CoveringTest> {
  const tests = new Map<string, CoveringTest>()
  for (const name of globSync('*.t.sol', { cwd: join(contractsFolder, 'test') }).sort()) {
    const file = `test/${name}`
    let covered: string[] = []
    for (const line of readFileSync(join(contractsFolder, file), 'utf8').split('\n')) {
      const list = /^ *\/\/ Covers: (.+)$/.exec(line)?.[1]
      const test = /^ *function (test\w+)\(/.exec(line)?.[1]
      if (list !== undefined) covered = covered.concat(list.split(', '))
      if (test === undefined) continue
      for (const one of covered) if (!tests.has(one)) tests.set(one, { name: test, file })
      covered = []
    }
  }
  return tests
}
