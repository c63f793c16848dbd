import type { TestClient } from 'viem'

/** Makes block after block until something that waits for blocks has ended. */
export async function whileMining<T>(anvil: Pick<TestClient<'anvil'>, 'mine'>, running: Promise<T>): Promise<T> {
  const work = { isOver: false }
  const ended = running.finally(() => (work.isOver = true))
  // Reported by who awaits it below.
  ended.catch(() => undefined)
  while (!work.isOver) await anvil.mine({ blocks: 1 })
  return await ended
}
