import { z } from 'zod'
import { ContextSettings } from './context-settings.ts'
import { IndexSettings } from './index-settings.ts'
import { IngestSettings, NetworkSettings, ResearchSettings, SearchSettings } from './knowledge-settings.ts'
import { PrivacySettings } from './privacy-settings.ts'
import { RunnersSettings } from './runner-settings.ts'
import type { Settings as SettingsShape } from './settings.ts'

/** The shape of settings with its defaults; keys of other programs pass. */
export const Settings: z.ZodType<SettingsShape> = z.looseObject({
  embeddings: z
    .looseObject({
      model: z.string().min(1).default('default'),
      dtype: z.enum(['int8', 'fp32', 'q8']).optional(),
      former: z.string().min(1).optional(),
      reranker: z.string().min(1).optional(),
      threads: z.number().int().min(0).max(1024).optional(),
    })
    .prefault({}),
  find: z.looseObject({ min_score: z.number().min(0).max(1).default(0.4) }).prefault({}),
  index: IndexSettings.prefault({}),
  context: ContextSettings.prefault({}),
  privacy: PrivacySettings.prefault({}),
  runners: RunnersSettings.prefault({}),
  plugins: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  network: NetworkSettings.prefault({}),
  ingest: IngestSettings.prefault({}),
  search: SearchSettings.prefault({}),
  research: ResearchSettings.prefault({}),
  writer: z.string().min(1).optional(),
  speech: z.array(z.string().min(1)).default(['speech-flite', 'speech-espeak']),
  work_areas: z.record(z.string(), z.string()).default({}),
})
