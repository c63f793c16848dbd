/** Does something when this process exits, however suddenly, unless it was disposed of before. */
export function atExit(run: () => void): Disposable {
  // Many programs may run at once, and that is no leak.
  process.setMaxListeners(process.getMaxListeners() + 1)
  process.on('exit', run)
  return {
    [Symbol.dispose]: () => {
      process.off('exit', run)
      process.setMaxListeners(process.getMaxListeners() - 1)
    },
  }
}
