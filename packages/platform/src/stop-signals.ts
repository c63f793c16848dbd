import { fstatSync, readSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { systemErrorCode } from './files/system-error-reason.ts'

/** What a command ends with that was stopped: as a shell tells of the signal, and 130 for any but a hang-up. */
export type StoppedStatus = 129 | 130

/** Listens for Ctrl-C, SIGTERM and the hang-up of the terminal, which `nohup` keeps from it. */
export function onStopSignals(stop: (status: StoppedStatus) => void): Disposable {
  let stopped: StoppedStatus | undefined
  const stopOnce = (status: StoppedStatus): void => {
    if (stopped !== undefined) return
    stopped = status
    stop(status)
  }
  const interrupt = (): void => {
    // A second Ctrl-C doesn't wait for a clean end.
    if (stopped !== undefined) process.exit(stopped)
    stopOnce(130)
  }
  const survives = process.platform !== 'win32' && (isDeafNull(0) || isNohupOut(1) || isNohupOut(2))
  // A terminal that closes tells it twice, by itself and by its shell: the second time is no impatience.
  const hangUp = (): void => {
    if (!survives) stopOnce(129)
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  process.on('SIGHUP', hangUp)
  return {
    [Symbol.dispose]: () => {
      process.off('SIGINT', interrupt)
      process.off('SIGTERM', interrupt)
      process.off('SIGHUP', hangUp)
    },
  }
}

function isDeafNull(descriptor: number): boolean {
  try {
    if (fstatSync(descriptor).rdev !== statSync('/dev/null').rdev) return false
    readSync(descriptor, Buffer.alloc(1))
    return false
  } catch (error) {
    return systemErrorCode(error) === 'EBADF'
  }
}

function isNohupOut(descriptor: number): boolean {
  // Here or, where that can't be written, at home; neither need exist.
  return [() => 'nohup.out', () => join(homedir(), 'nohup.out')].some((file) => {
    try {
      const [ours, named] = [fstatSync(descriptor), statSync(file())]
      return ours.ino === named.ino && ours.dev === named.dev
    } catch (error) {
      if (systemErrorCode(error) === undefined) throw error
      return false
    }
  })
}
