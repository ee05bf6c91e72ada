package structures.graphs;

/** Tasks that depend on others: an order, or the complaint that there is none. */
class TaskOrder {

    static class Task {
        final Task[] needs;
        int state;

        Task(Task... needs) {
            this.needs = needs;
        }
    }

    private int done;

    // goal: branches
    void finish(Task task) {
        if (task.state == 1) {                          // goal: throws java.lang.NullPointerException
            throw new IllegalStateException("cycle");   // goal: throws java.lang.IllegalStateException
        }
        if (task.state == 0) {
            task.state = 1;
            for (Task needed : task.needs) {
                finish(needed);                         // goal: reach
            }
            task.state = 2;
            done++;
        }
    }

    // goal: branches
    static int depth(Task task) {
        int deepest = 0;
        for (Task needed : task.needs) {                // goal: throws java.lang.NullPointerException
            deepest = Math.max(deepest, depth(needed));
        }
        return deepest + 1;                             // goal: returns 1 returns 2
    }
}
