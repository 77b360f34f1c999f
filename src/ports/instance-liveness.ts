/**
 * Which gateway processes are alive. Each process claims an instance id when it starts; the claim ends with the
 * process, even by `kill -9`. The reconciler flags the reservations of dead instances.
 */
export interface InstanceLiveness {
  /** This process's own instance id, claimed until the process ends or {@link InstanceLiveness.release} is called. */
  readonly instanceId: string;
  /** `unknown` when this process cannot see that instance's claim, e.g. because it ran on another machine. */
  check(instanceId: string): Promise<'alive' | 'dead' | 'unknown'>;
  /** Releases this process's claim. */
  release(): Promise<void>;
}
