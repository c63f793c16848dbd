import { readOrg } from './read-org.ts'

/** A drawer without an end, whose lines have many colons. */
export function drawerWithoutEnd(size: number): () => unknown {
  const text = `* TODO Tides\n:PROPERTIES:\n${':URL: a: b: c: d: e\n'.repeat(size)}no end\n`
  return () => readOrg(text)
}
