/** Engines: every driver is one, as `<agent>-step` and under the name that it gives itself. */
import type { Driver } from '@hansard/live';
import { drivers } from '@hansard/live/drivers/index.ts';

const SUFFIX = '-step';

export interface EngineSpec {
  /** As flows and receipts name it. */
  readonly id: string;
  /** As files of transcripts name it: without `-step`. */
  readonly name: string;
  /** Who answers. */
  readonly label: string;
  readonly provider?: string;
  readonly driver: Driver;
}

/** The names that drivers give themselves first. */
export const engines: readonly EngineSpec[] = [
  ...drivers.flatMap((driver) => (driver.engine ? [{ ...specOf(driver.engine.name, driver), ...driver.engine }] : [])),
  ...drivers.map((driver) => specOf(driver.agent, driver)),
];

function specOf(name: string, driver: Driver): EngineSpec {
  return { id: `${name}${SUFFIX}`, name, label: driver.label, driver };
}

export const engineOf = (id: string): EngineSpec | undefined => engines.find((engine) => engine.id === id);

/** Programs that ask for backends name them so. */
export const backendOf = ({ id }: EngineSpec): string => `${id}-orchestrator`;
