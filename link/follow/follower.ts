/** How a control makes a coordinate of the model follow that of a real machine. */
export interface FollowOptions {
  /** 1/s: how fast an error decays. */
  readonly gain?: number;
  /** Speed of the coordinate with the control at 1 and at −1, in units of the sensor per s. */
  readonly speed: number;
  readonly speedBack?: number;
}

/**
 * Makes the model follow a machine, measured or recorded, so that its sensors tell what the machine does not measure. A
 * guide moves the coordinate at speed · command; with the measured x_m and its rate v_m,
 *
 *   command = (v_m + gain (x_m − x)) / speed
 *
 * so that the error of a motion at constant speed decays like e^(−gain t).
 */
export class Follower {
  private readonly gain: number;
  private readonly speed: number;
  private readonly speedBack: number;
  private measured = Number.NaN;
  private stamp = Number.NaN;
  private rate = 0;

  constructor({ gain = 8, speed, speedBack = speed }: FollowOptions) {
    if (!(gain > 0) || !(speed > 0) || !(speedBack > 0))
      throw new RangeError(`expected gain and speeds > 0, got ${gain}, ${speed} and ${speedBack}`);
    this.gain = gain;
    this.speed = speed;
    this.speedBack = speedBack;
  }

  /** A measurement: the coordinate, and the time of the source's clock, s. */
  measure(value: number, time: number): void {
    if (time > this.stamp) this.rate = (value - this.measured) / (time - this.stamp);
    if (time !== this.stamp || Number.isNaN(this.measured)) {
      this.measured = value;
      this.stamp = time;
    }
  }

  /** The lever that makes the model follow, from where the model is. 0 before the first measurement. */
  command(position: number): number {
    if (Number.isNaN(this.measured)) return 0;
    const wanted = this.rate + this.gain * (this.measured - position);
    return Math.max(-1, Math.min(1, wanted / (wanted >= 0 ? this.speed : this.speedBack)));
  }
}
