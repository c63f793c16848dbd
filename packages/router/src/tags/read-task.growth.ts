import { readTask } from './read-task.ts'

function task(text: string): () => unknown {
  return () => readTask(text)
}

export function stars(size: number): () => unknown {
  return task('*'.repeat(size))
}

export function blanks(size: number): () => unknown {
  return task(`a${' '.repeat(size)}b`)
}

export function tags(size: number): () => unknown {
  return task(':a'.repeat(size))
}

export function groupsOfTags(size: number): () => unknown {
  return task(`${':a: '.repeat(size)}b ${':a: '.repeat(size)}b`)
}

export function openDrawers(size: number): () => unknown {
  return task(':PROPERTIES:\n'.repeat(size))
}

export function drawers(size: number): () => unknown {
  return task(':LOGBOOK:\n:END:\n'.repeat(size))
}

export function linesOfTags(size: number): () => unknown {
  return task(' :a: \n'.repeat(size))
}
