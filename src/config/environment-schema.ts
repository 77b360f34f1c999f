import { z } from 'zod';

/** The environment variables that are read, for docs/configuration.md. */
export const environmentSchema = z.object({
  WAYBILL_CONFIG: z.string().optional().describe('Path of `waybill.yaml`. Absent: sandbox mode.'),
  WAYBILL_CONFIG_WATCH: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      'Whether a running gateway reloads a changed `waybill.yaml`, or a changed `${file:…}` secret, by itself.',
    ),
  WAYBILL_DATA_DIR: z.string().default('data').describe('Directory of the ledger, read models and secrets.'),
  WAYBILL_SANDBOX_DATA: z
    .enum(['refuse', 'use'])
    .default('refuse')
    .describe(
      'What a start with `WAYBILL_CONFIG` does in a data directory that the sandbox made, whose keys and credit would stay valid.',
    ),
  WAYBILL_HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  WAYBILL_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8080)
    .describe('Port to listen on; 0: any free port.'),
  WAYBILL_METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe("Address of the operators' listener: `/metrics` and `/readyz`, without a key."),
  WAYBILL_METRICS_HOSTS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((name) => name.trim() || []))
    .describe(
      'Names by which that listener is called, separated by commas. It always answers to its own address and to `localhost`, and to any other `Host` with 421.',
    ),
  WAYBILL_METRICS_PORT: z
    .union([z.literal('off'), z.coerce.number().int().min(0).max(65_535)])
    .optional()
    .describe('Port of that listener; 0: any free port, `off`: no listener. Absent: 9464, or 0 if WAYBILL_PORT is 0.'),
  WAYBILL_ADMIN_HOST: z.string().default('127.0.0.1').describe('Address of the management API.'),
  WAYBILL_ADMIN_PORT: z
    .union([z.literal('off'), z.coerce.number().int().min(0).max(65_535)])
    .optional()
    .describe('Port of the management API; 0: any free port, `off`: none. Absent: 8081, or 0 if WAYBILL_PORT is 0.'),
  WAYBILL_LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('Lowest level that is logged, as JSON lines on stderr.'),
  WAYBILL_ROLE: z
    .enum(['gateway', 'reactors', 'all'])
    .default('all')
    .describe('What the process does: answer requests, run reactors (sweeps and the relay), or both.'),
  WAYBILL_KEY_PEPPER: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '64 hex digits')
    .optional()
    .describe('Secret for the hashes of API keys. Absent: `key-pepper` in the data directory, created at first start.'),
  WAYBILL_CHECKPOINT_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '64 hex digits')
    .optional()
    .describe(
      'Secret that signs checkpoints of the ledger. Absent: `checkpoint-key` in the data directory, created when it is needed.',
    ),
});

/** The environment variables, checked, with their defaults. */
export type EnvironmentSettings = z.infer<typeof environmentSchema>;
