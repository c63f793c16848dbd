import type { DemoStep } from './demo-step.ts'
import { findSteps } from './find-steps.ts'
import { importSteps } from './import-steps.ts'
import { knowledgeSteps } from './knowledge-steps.ts'
import { moduleSteps } from './module-steps.ts'
import { noteSteps } from './note-steps.ts'
import { publishSteps } from './publish-steps.ts'
import { runSteps } from './run-steps.ts'

/** The tour in its order. A new capability adds its steps here. */
export const demoSteps: readonly DemoStep[] = [
  ...importSteps,
  ...findSteps,
  ...noteSteps,
  ...runSteps,
  ...publishSteps,
  ...knowledgeSteps,
  ...moduleSteps,
]
