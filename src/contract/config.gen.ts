// Generated from openapi/schemas/config.schema.json by `npm run generate`: edit that file, not this one.

/**
 * flagbearer.config.yaml: a section for each command that has settings. A setting is stated here and nowhere else: the flag --allow-host, the variable FLAGBEARER_ALLOW_HOST, the help text, the default and the type of a setting allowHost come from its entry. `x-value` is the word that stands for its value in the help text, `x-path` marks a file, found from the folder of the configuration file, and `writeOnly` a secret.
 */
export interface Configuration {
  /**
   * Settings of the sandbox, for `flagbearer start`.
   */
  sandbox?: {
    /**
     * Port to listen on. 0 takes a free one.
     */
    port?: number;
    /**
     * Name or address to listen on. Any other than loopback needs a control token: one is made and printed if none is given.
     */
    host?: string;
    /**
     * Scenario to load: a name from the library or a file. Several are merged.
     *
     * @minItems 1
     */
    scenario?: string[];
    /**
     * Dialect file: what the interface leaves open, decided. Without one every key has its default.
     */
    dialect?: string;
    /**
     * Number from which everything random is drawn: the same seed gives the same run again. Without one it is drawn.
     */
    seed?: number;
    /**
     * Time at which the sandbox's clock starts, in UTC. Without one: the time of the scenario, else the real time.
     */
    clock?: string;
    /**
     * Token that calls of the control API must carry as a bearer. Other users of a machine can see its command lines: prefer the variable.
     */
    controlToken?: string;
    /**
     * Name, besides loopback ones and that of the public URL, that calls may have in their Host header. For the Android emulator: 10.0.2.2.
     */
    allowHost?: string[];
    /**
     * Origin, besides loopback ones, whose web pages may call the service. * stands for any.
     */
    cors?: string[];
    /**
     * URL under which callers reach the sandbox, where that is not the address it listens on (a proxy, a container).
     */
    publicUrl?: string;
    /**
     * How many calls the journal of each workspace keeps; the oldest make room. It never takes more than 16 MiB.
     */
    journalLimit?: number;
    /**
     * Load a scenario file again, into the default workspace, whenever it is edited; the last good state stays while a file has errors.
     */
    watch?: boolean;
    /**
     * Print url, scenario, seed and clients as one line of JSON when ready.
     */
    json?: boolean;
  };
}
