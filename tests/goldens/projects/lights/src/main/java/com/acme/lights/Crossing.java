package com.acme.lights;

/** A crossing that counts its changes. */
public class Crossing {
    private Light light = Light.RED;
    private int changes;

    public void change() {
        if (light == Light.YELLOW) {
            light = Light.RED;
        } else {
            light = light.next();
        }
        changes++;
    }

    public void stop() {
        if (light == Light.OFF) {
            throw new IllegalStateException("stopped");
        }
        light = Light.OFF;
    }

    public Light light() {
        return light;
    }

    public int changesPerStop(int stops) {
        return changes / stops;
    }
}
