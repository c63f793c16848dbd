import { registryOf } from './__fixtures__/registry-of.ts'
import { createRouter } from './router.ts'

/** Marks of lists before a task that is nothing but marks. */
export function marks(size: number): () => unknown {
  const task = '- '.repeat(size)
  return async () => await createRouter(registryOf({ smith: {} })).route(task)
}
