/**
 * Which gateway processes are alive. Each process claims an instance id when it starts; the claim ends with the process,
 * `kill -9` included. The reconciler flags the reservations of instances that are gone.
 */
export interface InstanceLiveness {
  /** This process's own instance id, claimed until the process ends or {@link InstanceLiveness.release} is called. */
  readonly instanceId: string;
  /** `unknown` when this process cannot see that instance's claim at all, e.g. it ran on another machine. */
  check(instanceId: string): Promise<'alive' | 'dead' | 'unknown'>;
  /** Gives up this process's claim. */
  release(): Promise<void>;
}
